import type { IncomingHttpHeaders } from 'node:http';
import { hostOf } from './address.ts';
import { Busy } from '../postgres/unavailable.ts';

/** Bytes of all forms that are held at one moment: each lies in memory until its call is answered. */
const ROOM_BYTES = 64 * 1024 * 1024;
/** Of the room one address has a quarter: who sends slowly from one leaves the others theirs. */
const SHARES = 4;
/** What a form has beside its file. */
export const FORM_BYTES_MAX = 16 * 1024;

/** A form as it is announced: how long, and from which address. */
type Announced = { readonly headers: IncomingHttpHeaders; readonly ip: string };

/** What one call holds of the room. */
export type UploadHold = {
  /**
   * Takes room for a form before a byte of it is read: as much as it announces, or the most it may have.
   * A form that is longer than it may be takes none; it is refused.
   *
   * @throws Busy where there is no room now, or the caller's own share is taken
   */
  take(form: Announced, bytesMax: number): 'taken' | 'large';
  /** Gives it back; every call does, however it ends. */
  release(): void;
};

/** The room for forms of one web server. */
export type UploadRoom = { open(): UploadHold };

/**
 * All of the room. A form is read within the time of a request, so that a slow one gives its room back then.
 * One form of an address always has its turn where there is room; several have their share.
 */
export function createUploadRoom(
  bytes = ROOM_BYTES,
  share = Math.floor(bytes / SHARES),
): UploadRoom {
  let free = bytes;
  /** What each address holds; who holds nothing is not in it. */
  const heldBy = new Map<string, number>();
  return {
    open() {
      let held = 0;
      let caller = '';
      return {
        take({ headers, ip }, bytesMax) {
          const most = bytesMax + FORM_BYTES_MAX;
          const { 'content-length': said } = headers;
          // Without a length it comes in parts, and may be as long as any.
          const length = said === undefined ? most : Number.parseInt(said, 10);
          if (!(length <= most)) return 'large';
          caller = hostOf(ip);
          const own = heldBy.get(caller) ?? 0;
          if (length > free || (own > 0 && own + length > share)) throw new Busy();
          free -= length;
          held += length;
          heldBy.set(caller, own + length);
          return 'taken';
        },
        release() {
          if (held === 0) return;
          const left = (heldBy.get(caller) ?? 0) - held;
          if (left > 0) heldBy.set(caller, left);
          else heldBy.delete(caller);
          free += held;
          held = 0;
        },
      };
    },
  };
}
