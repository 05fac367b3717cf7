export type Note = {
  readonly text: string;
  readonly signatures: readonly {
    readonly name: string;
    readonly id: string;
    readonly signature: Buffer;
  }[];
};
export type Key = { readonly name: string; readonly id: string; readonly raw: Buffer };
export function readNote(said: string): Note;
export function readKey(said: string): Key;
export function signerOf(note: Note, keys: readonly Key[]): Key | null;
export function readCheckpoint(said: string): {
  readonly note: Note;
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  readonly at: number | null;
};
