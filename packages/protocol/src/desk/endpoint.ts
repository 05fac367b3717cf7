import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import type { StaffRole } from './roles.ts';

/** Who may make a call of the desk: members with one of these roles, or callers without a session. */
type DeskAccess =
  | {
      readonly access: 'session';
      /** A member with any one of them may call. */
      readonly roles: readonly [StaffRole, ...StaffRole[]];
    }
  | { readonly access: 'public'; readonly roles: readonly [] };

type DeskTerms = DeskAccess & {
  /**
   * Name of the action in the audit log: of what the call does, of each refusal by 401 or 403, and of
   * each answer of a call that reads personal data.
   */
  readonly audits: string;
  /** Its answers hold personal data: each one is written to the audit log before it is sent. */
  readonly readsPersonalData?: true;
  /** How often one member may make it within an hour: one session reaches so many users and no more. */
  readonly perHour?: number;
};

/** A call of the desk: what a call of the product is, with the roles that may make it. */
export type DeskEndpoint<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Name extends string = string,
> = Endpoint<Body, Query, Params, Result, Name> & DeskTerms;

/** Users a member reads within an hour: by hand they need fewer, and a stolen session copies no more. */
export const READS_PER_HOUR = 400;

/** What is the same for every call of the desk: none keeps its answers for a request id. */
const SHARED = { origin: 'candor', mode: 'free', money: false } as const;

/**
 * States a call of the desk. Its path is whole ("/desk/cases"); roles and the name in the audit log
 * must be said.
 */
export function deskEndpoint<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Params extends z.ZodType,
  Result extends z.ZodType,
  const Name extends string,
>(
  definition: Omit<
    Endpoint<Body, Query, Params, Result, Name>,
    keyof typeof SHARED | 'access' | 'visitors' | 'evidence'
  > &
    DeskTerms,
): DeskEndpoint<Body, Query, Params, Result, Name> {
  return { ...SHARED, ...definition };
}
