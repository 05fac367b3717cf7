import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server of this process. */
export type Smtp = {
  readonly url: string;
  /** Every mail that came, as its sender wrote it on the line. */
  raw(): readonly Buffer[];
  /** The same, as a mail program reads them. */
  mails(): Promise<ParsedMail[]>;
  stop(): Promise<void>;
};

/** Starts a mail server on the loopback. */
export async function startSmtp(
  options: SMTPServerOptions = {},
  host = '127.0.0.1',
): Promise<Smtp> {
  const raw: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        raw.push(Buffer.concat(parts));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    raw: () => raw,
    mails: () => Promise.all(raw.map((mail) => simpleParser(mail))),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
