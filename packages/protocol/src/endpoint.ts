import type { z } from 'zod';
import type { ErrorName, SuccessName } from './errors.ts';

/**
 * One call: where it is, who may make it, what goes in and out and how it may be refused. The
 * server registers its route from it, the web calls it, OpenAPI is written from it.
 */
export type Endpoint<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Name extends string = string,
> = {
  /** Unique, "contracts.open": capability, dot, verb. */
  readonly name: Name;
  readonly summary: string;
  /** `seed` for the specification's calls, `candor` for ours. */
  readonly origin: 'seed' | 'candor';
  readonly method: 'GET' | 'POST';
  /** Below the base path; parameters as ":id". */
  readonly path: string;
  /**
   * `session` needs a live token; `public` ignores one; `either` knows who sends one, refuses one
   * that is not live, and takes callers that send none.
   */
  readonly access: 'public' | 'session' | 'either';
  /** `bound` needs the header `virtually`; `free` ignores it. */
  readonly mode: 'free' | 'bound';
  /** A visitor says in the header `visitor-token` what is theirs. */
  readonly visitors?: true;
  /** Moves money: the body has a `requestId`, the request is kept forever, its answer for thirty days at least. */
  readonly money: boolean;
  /** Its answers carry the newest checkpoint of the tape in a header, as those that move money do. */
  readonly evidence?: true;
  /**
   * Calls a minute, where fewer than the general limit: of one address (and ten times that of its
   * network) for a public call, of one account for a call with a session; for `either` of whichever
   * the caller is.
   */
  readonly perMinute?: number;
  /** Whom a public call is about: so many a minute for each of them, whichever address asks. */
  readonly about?: {
    readonly perMinute: number;
    readonly of: (body: Readonly<Record<string, unknown>>) => unknown;
  };
  /**
   * Only refused calls count: neighbours of an address cannot lock a user out of what is theirs.
   */
  readonly countsRefusals?: true;
  /** Fewer still for calls whose query asks for a lot; they are counted apart from the others. */
  readonly large?: {
    readonly perMinute: number;
    readonly isLarge: (query: Readonly<Record<string, unknown>>) => boolean;
  };
  /**
   * Takes one file beside the body's fields, as a form: the name of its field, its largest size,
   * and how what is larger or breaks off is refused.
   */
  readonly upload?: {
    readonly field: string;
    readonly bytesMax: number;
    readonly tooLarge: ErrorName;
    readonly brokenOff: ErrorName;
  };
  /**
   * Page of ours to which a mail program posts a form to the same end, with the same query; what
   * the form says is not read, and opening the page does nothing. @source RFC 8058
   */
  readonly oneClick?: string;
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly result: Result;
  readonly success?: SuccessName;
  /** Says in `message` that an answer asks for something more, by that refusal's code. */
  readonly asks?: (result: unknown) => ErrorName | null;
  /** Media types of files the call answers instead of the envelope, always or when asked to. */
  readonly file?: string | readonly string[];
  readonly failures: readonly ErrorName[];
  /** Refusal for a field that is missing or malformed, where the seed has a code for it. */
  readonly fieldFailures?: Readonly<Record<string, ErrorName>>;
};

/** What a caller passes to an endpoint. */
export type InputOf<E extends Endpoint> = {
  readonly body: z.input<E['body']>;
  readonly query: z.input<E['query']>;
  readonly params: z.input<E['params']>;
};

/** What an endpoint answers. */
export type ResultOf<E extends Endpoint> = z.output<E['result']>;

/** States a call; the identity function that lets TypeScript infer its shapes. */
export function endpoint<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Params extends z.ZodType,
  Result extends z.ZodType,
  const Name extends string,
>(
  definition: Endpoint<Body, Query, Params, Result, Name>,
): Endpoint<Body, Query, Params, Result, Name> {
  return definition;
}
