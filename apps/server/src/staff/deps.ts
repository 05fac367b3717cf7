import type { Clock } from '@candor/kernel';
import type { StaffRole } from '@candor/protocol/desk';
import type { Mailer } from '../messaging/index.ts';
import type { Hashing } from '../platform/credentials/hashing.ts';
import type { Pages } from '../platform/credentials/passkeys.ts';
import type { Sealing } from '../platform/credentials/sealing.ts';
import type { Database } from '../platform/postgres/db.ts';
import type { TokenMarks } from '../platform/secrets/session.ts';

/** What every command of staff works with. */
export type StaffDeps = {
  /** As the desk's role. */
  readonly db: Database;
  readonly clock: Clock;
  readonly hashing: Hashing;
  readonly sealing: Sealing;
  /** What tells sessions and known browsers of ours from invented ones. */
  readonly marks: { readonly sessions: TokenMarks; readonly browsers: TokenMarks };
  /** The desk's own pages: a passkey made elsewhere is none here. */
  readonly pages: Pages;
  readonly mailer: Pick<Mailer, 'enqueue' | 'reaches'>;
  /** Address of the desk, for links: "http://localhost:3001". */
  address(): string;
  /** More than 1 only on a test installation: how much oftener a name may be tried. */
  readonly throttleScale: number;
};

/** Where a call comes from. */
export type Place = {
  readonly address: string;
  readonly device: string;
  /** What the browser keeps of an earlier sign-in; null for none. */
  readonly browser: string | null;
};

/** A member with a session: who calls the desk. */
export type DeskCaller = {
  readonly sessionId: string;
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly expiresAt: number;
  /** When the session began, and by what. */
  readonly begunAt: number;
  readonly begunBy: 'totp' | 'passkey' | 'link';
  readonly hasPasskey: boolean;
};

/** Who makes a change in the list of members, and as what. */
export type Acting = { readonly memberId: string; readonly role: StaffRole };
