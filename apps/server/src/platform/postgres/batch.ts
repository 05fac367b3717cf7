import type pg from 'pg';

/**
 * A statement with the name under which a connection keeps its plan. Its values are what the driver
 * sends as it is: one it could not write would be left out of the transaction around it.
 */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
};

/**
 * Runs statements as one transaction that travels at once, its commit included, over a connection
 * in the driver's pipeline mode. When one fails the server refuses those behind it, and answers the
 * commit with a rollback. The connection is for reading outside
 * such a transaction: when `begin` itself fails, each write behind it is refused. Answers the rows of
 * the last statement.
 *
 * @throws what the server said first; an error without a code when the connection is lost
 */
export async function runBatch<Result extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statements: readonly NamedStatement[],
): Promise<Result[]> {
  const begun = client.query('begin read write');
  const sent = statements.map(({ name, text, values }) =>
    client.query<Result>({ name, text, values: [...values] }),
  );
  const committed = client.query('commit');
  const answers = await Promise.allSettled([begun, ...sent, committed]);
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const { command } = await committed;
  if (command !== 'COMMIT') throw new Error('a batch without a failure was rolled back');
  return (await sent.at(-1))?.rows ?? [];
}
