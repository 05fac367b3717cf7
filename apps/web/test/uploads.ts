import { type ErrorName, refusal, success } from '@candor/protocol';
import { vi } from 'vitest';

/** A picture as it reached the network. */
export type Brought = { readonly purpose: string; readonly type: string };

/**
 * Stands in for the server where pictures are brought: takes each under an id made of its purpose, or
 * refuses it; and keeps what was brought.
 */
export function standInForUploads(refuse: (purpose: string) => ErrorName | null = () => null) {
  const all: Brought[] = [];
  class Upload extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(form: FormData): void {
      const purpose = String(form.get('purpose'));
      all.push({ purpose, type: (form.get('file') as File).type });
      const refused = refuse(purpose);
      this.status = 200;
      this.responseText = JSON.stringify(
        refused === null ? success(keptAs(purpose)) : refusal({ name: refused, field: 'file' }),
      );
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return all;
}

/** What the server says of a picture it has taken; nobody's clock gets there. */
const keptAs = (purpose: string) => ({
  fileId: idOf(purpose),
  ...{ width: 4, height: 3, bytes: 90, sha256: 'a'.repeat(64) },
  expiresAt: 4_000_000_000_000,
});

const ORDER = ['kycFront', 'kycBack', 'kycHolding', 'kycAddress', 'signature', 'proof', 'support'];

/** The id under which a picture for a purpose is taken here. */
export const idOf = (purpose: string): string =>
  `01890a5d-ac96-774b-bcce-b302099a800${ORDER.indexOf(purpose)}`;
