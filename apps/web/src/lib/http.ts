import { fail, ok, type Result } from '@candor/kernel';
import {
  BASE_PATH,
  MODE_HEADER,
  VISITOR_HEADER,
  modeHeaderOf,
  type Call,
  type CallInput,
  type CallName,
  type CallResult,
  type Envelope,
  type ErrorName,
  type FailureResult,
  type SessionResult,
} from '@candor/protocol/light';
import { FIRST_CALLS } from '@candor/protocol/first-calls';
import {
  type Asker,
  beginSession,
  currentAsker,
  currentSession,
  endSession,
  isStillHere,
  leavingSignal,
  sessionToken,
} from './session.ts';
import { hearWallTime } from './clock.ts';
import { reportConnectivity } from './connectivity.ts';

/** Longest wait for an answer. @source seed §9 @units milliseconds */
const TIMEOUT_MS = 90_000;
const OK_CODE = '200';
const OVER = '401';

/**
 * Why a call gave nothing: a refusal of the server's catalogue, `network` when no answer came,
 * `timeout` when it did not come in time, `unknown` for a code we do not have.
 */
export type CallFailure = {
  readonly name: ErrorName | 'network' | 'timeout' | 'unknown';
  readonly field?: string;
  readonly facts?: Readonly<Record<string, string>>;
};

/** What a call answers. */
export type CallAnswer<Name extends CallName> = Result<CallResult<Name>, CallFailure>;

type Parts = {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
};
/** Sends a request; `fetch`, or what says how far a form is. */
export type Send = (address: string, request: RequestInit) => Promise<Response>;

type Options = {
  readonly signal?: AbortSignal;
  /** Opens what a visitor began without an account; it travels as a header alone. */
  readonly visitorToken?: string;
  /**
   * Whose call it is and for which account, where that was settled before; else who is here now.
   */
  readonly as?: Asker;
  /** Sent in the place of a JSON body. */
  readonly form?: FormData;
  readonly send?: Send;
  /** Ends this session and begins another with its answer: calls made meanwhile wait for that. */
  readonly renews?: boolean;
  /** Ends a reading with the session in which it was asked for, also before it is sent. */
  readonly leaving?: AbortSignal;
  /** Reads an answer that is no envelope into one; `lib/download.ts` reads files. */
  readonly read?: (response: Response) => Promise<Envelope<unknown>>;
};

/** How a call is made. All but those of the first screen come with a file of their own. */
async function callNamed(name: CallName): Promise<Call> {
  const first: Partial<Record<CallName, Call>> = FIRST_CALLS;
  return first[name] ?? (await import('@candor/protocol/calls')).CALLS[name];
}

const readEnvelope = (response: Response): Promise<Envelope<unknown>> => response.json();

/** Told when the server says that the session is over, after the page has forgotten it. */
let onSessionOver: () => void = () => undefined;

/** Sets what happens when a session ends under the user's hands. */
export function whenSessionOver(act: () => void): void {
  onSessionOver = act;
}

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    // Arrays travel as repeated keys. @source seed §7
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return `${BASE_PATH}${filled}${text === '' ? '' : `?${text}`}`;
}

function headersOf(call: Call, { form, visitorToken, as = currentAsker() }: Options): Headers {
  const headers = new Headers();
  // A form says itself what it is, and where its parts end.
  if (call.method === 'POST' && form === undefined) headers.set('content-type', 'application/json');
  // The page's language, not the browser's: letters are written in it.
  headers.set('accept-language', document.documentElement.lang);
  const token = sessionToken();
  if (token !== null) headers.set('authorization', token);
  if (call.mode === 'bound') headers.set(MODE_HEADER, modeHeaderOf(as.mode));
  if (visitorToken !== undefined) headers.set(VISITOR_HEADER, visitorToken);
  return headers;
}

/** Codes are for API clients; our server always says the name beside the code. */
function failureOf(envelope: Envelope<unknown>): CallFailure {
  const result = envelope.result as Partial<FailureResult> | null | undefined;
  if (envelope.code === OVER) return { name: 'session-over' };
  if (typeof result?.name !== 'string') return { name: 'unknown', facts: { code: envelope.code } };
  return {
    name: result.name as ErrorName,
    ...(result.field == null ? {} : { field: result.field }),
    ...(result.facts === undefined ? {} : { facts: result.facts }),
  };
}

/** Calls by POST that only the page itself wants answered. @source seed §7 */
const ASKED_BY_POST = new Set<CallName>(['portfolio.info', 'live.ticket']);
const isReading = (name: CallName, { method }: Call): boolean =>
  method === 'GET' || ASKED_BY_POST.has(name);

async function send(
  call: Call,
  parts: Parts,
  options: Options,
): Promise<Result<unknown, CallFailure>> {
  const { signal, leaving, form, read = readEnvelope, send: sendBy = fetch } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ends = [signal, leaving, timeout].filter((one) => one !== undefined);
  try {
    const response = await sendBy(addressOf(call.path, parts), {
      method: call.method,
      headers: headersOf(call, options),
      credentials: 'same-origin',
      signal: AbortSignal.any(ends),
      ...(call.method === 'POST' ? { body: form ?? JSON.stringify(parts.body ?? {}) } : {}),
    });
    hearWallTime(response);
    // Whichever party says it, something between us and the server included. @source seed §8
    if (response.status === 401) return fail({ name: 'session-over' });
    const envelope = await read(response);
    reportConnectivity(true);
    return envelope.code === OK_CODE ? ok(envelope.result) : fail(failureOf(envelope));
  } catch (error) {
    if (timeout.aborted) return fail({ name: 'timeout' });
    if (signal?.aborted === true) throw error;
    // Nobody reads on behalf of who is leaving; what was sent to change something goes on.
    if (leaving?.aborted === true) return fail({ name: 'session-over' });
    reportConnectivity(false);
    return fail({ name: 'network' });
  }
}

/** Whether a token was renewed, could not be, or nobody could be asked. */
type Renewal = 'renewed' | 'over' | 'unreachable';

let renewing: Promise<Renewal> | null = null;

async function renew(): Promise<Renewal> {
  const answer = await send(FIRST_CALLS['accounts.refresh'], { body: {} }, {});
  if (answer.ok) {
    const session = answer.value as SessionResult;
    const { userId } = currentAsker();
    // Of a user whom another tab signed in: what this page shows and waits to send is not theirs.
    if (userId !== null && userId !== session.user.id) return 'over';
    beginSession(session);
    return 'renewed';
  }
  return answer.failure.name === 'session-over' ? 'over' : 'unreachable';
}

/** One tab after the other: all tabs share the cookie, and each use of it makes a new one. */
async function alone(act: () => Promise<Renewal>): Promise<Renewal> {
  // Without a secure context there are no locks; the server tells a reuse by its time.
  if (!('locks' in navigator)) return act();
  return navigator.locks.request('candor-session', act);
}

/**
 * Exchanges the cookie for a new token, once for all callers that wait at the same moment: using
 * one refresh token twice would end the whole family.
 */
export async function refreshSession(): Promise<Renewal> {
  renewing ??= alone(renew).finally(() => {
    renewing = null;
  });
  const renewal = await renewing;
  // Several may have waited; the first one to get here ends the session.
  if (renewal === 'over' && currentSession().state !== 'out') {
    const wasIn = currentSession().state === 'in';
    endSession(wasIn);
    if (wasIn) onSessionOver();
  }
  return renewal;
}

/** Calls that give this session new tokens, under way. */
let turning: Promise<unknown> | null = null;

/** The session an answer brings, by itself or among other things. */
function sessionIn(value: unknown): SessionResult | null {
  const { session = value } = (value ?? {}) as { session?: unknown };
  return typeof session === 'object' && session !== null && 'token' in session
    ? (session as SessionResult)
    : null;
}

/** Sends what renews the session, and begins the new one before anything that waited is sent. */
function sendTurning(...params: Parameters<typeof send>): Promise<Result<unknown, CallFailure>> {
  const sent = send(...params)
    .then((answer) => {
      const session = answer.ok ? sessionIn(answer.value) : null;
      if (session !== null) beginSession(session);
      return answer;
    })
    .finally(() => {
      if (turning === sent) turning = null;
    });
  turning = sent;
  return sent;
}

/** Makes a call; one silent refresh when the token ended, then the session is over. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name> & Options = {},
): Promise<CallAnswer<Name>> {
  const {
    signal,
    read,
    form,
    send: sendBy,
    visitorToken,
    renews = false,
    as = currentAsker(),
    ...rest
  } = input;
  const parts = rest as Parts;
  const leaving = leavingSignal();
  const made = await callNamed(name).catch(() => null);
  if (made === null) return fail({ name: 'network' });
  const isPrivate = made.access !== 'public';
  const isPrivateReading = isPrivate && isReading(name, made);
  const options = {
    as,
    ...(isPrivateReading ? { leaving } : {}),
    ...(signal === undefined ? {} : { signal }),
    ...(read === undefined ? {} : { read }),
    ...(form === undefined ? {} : { form }),
    ...(visitorToken === undefined ? {} : { visitorToken }),
    ...(sendBy === undefined ? {} : { send: sendBy }),
  };
  // A call made while the page still restores its session waits for the token; so does one that
  // ends that session, or the answer to the restoring would end the new one.
  if ((isPrivate || renews) && renewing !== null) await renewing;
  // The server ends the old token before we know the new one.
  if (isPrivate && turning !== null) await turning;
  // The user and the mode belong to the call: another user's session does not send it, and does not
  // see what it answers.
  if (isPrivate && !isStillHere(as)) return fail({ name: 'session-over' });
  const sendOnce = renews ? sendTurning : send;
  const answer = await sendOnce(made, parts, options);
  if (isPrivateReading && !isStillHere(as)) return fail({ name: 'session-over' });
  const isOver = !answer.ok && answer.failure.name === 'session-over';
  if (!isPrivate || !isOver || currentSession().state === 'out') return answer as CallAnswer<Name>;
  // Ended by the user's own log-out: not renewed, and no news.
  if (leaving.aborted && name !== 'accounts.logout') return answer as CallAnswer<Name>;
  const renewal = await refreshSession();
  if (renewal === 'over') return answer as CallAnswer<Name>;
  if (renewal === 'unreachable') return fail({ name: 'network' });
  if (!isStillHere(as)) return answer as CallAnswer<Name>;
  return (await sendOnce(made, parts, options)) as CallAnswer<Name>;
}
