import { type Result, ok } from '@candor/kernel';
import type { CallInput, CallName } from '@candor/protocol/light';
import { type CallFailure, call } from './http.ts';

/** How long the browser may take to begin writing before the file is let go. */
const HELD_MS = 60_000;

/** A file with the name it is kept under. */
export type Kept = { readonly name: string; readonly file: Blob };

/** A refusal is an envelope even where a file was asked for. */
async function readFile(response: Response) {
  if (response.headers.get('content-type')?.startsWith('application/json') === true) {
    return response.json();
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'candor';
  return { code: '200', message: 'ok', result: { name, file: await response.blob() } };
}

/** Puts a file into the downloads. */
export function saveFile({ name, file }: Kept): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), HELD_MS);
}

type FileInput<Name extends CallName> = CallInput<Name> & { readonly visitorToken?: string };

/** Makes a call that answers with a file. */
export async function fetchFile<Name extends CallName>(
  name: Name,
  input: FileInput<Name>,
): Promise<Result<Kept, CallFailure>> {
  const answer = await call(name, { ...input, read: readFile });
  return answer.ok ? ok(answer.value as unknown as Kept) : answer;
}

/** Makes a call that answers with a file and puts it into the downloads; answers its name. */
export async function download<Name extends CallName>(
  name: Name,
  input: FileInput<Name>,
): Promise<Result<string, CallFailure>> {
  const made = await fetchFile(name, input);
  if (!made.ok) return made;
  saveFile(made.value);
  return ok(made.value.name);
}
