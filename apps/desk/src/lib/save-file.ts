import type { AnsweredFile } from './http.ts';

/** How long the browser may take to begin writing before the file is let go. @units milliseconds */
const HELD_MS = 60_000;

/** Puts a file into the downloads. */
export function saveFile({ name, file }: AnsweredFile): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), HELD_MS);
}
