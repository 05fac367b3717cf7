/** A form as a test sends it: fields and one file. */
export type TestForm = {
  readonly purpose?: string;
  readonly file?: Buffer;
  /** Further fields, or the same again. */
  readonly more?: readonly (readonly [name: string, value: string])[];
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
  /** How many bytes of the form arrive. */
  readonly cutAt?: number;
};

const BOUNDARY = 'a-line-between-two-parts';

/** The smallest picture there is: one grey point, as PNG. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const field = (name: string, value: string): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );

/** The bytes of a form and the headers that say so. */
export function formOf(form: TestForm): { payload: Buffer; headers: Record<string, string> } {
  const { purpose, file, more = [], cutAt } = form;
  const { field: fileField = 'file', name = 'picture.png', type = 'image/png' } = form;
  const disposition = `form-data; name="${fileField}"; filename="${name}"`;
  const head = `--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  const payload = Buffer.concat([
    ...(purpose === undefined ? [] : [field('purpose', purpose)]),
    ...more.map(([key, value]) => field(key, value)),
    ...(file === undefined ? [] : [Buffer.from(head), file, Buffer.from('\r\n')]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  return {
    payload: cutAt === undefined ? payload : payload.subarray(0, cutAt),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
