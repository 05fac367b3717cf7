import type { IncomingMessage, ServerResponse } from 'node:http';
import { startOpenIdProvider } from '@candor/testkit/oidc';

/** What a service's page for logging in asks; "No" is an answer too. */
const PAGE = `<!doctype html><html lang="en"><head><title>Harbour</title>
<link rel="icon" href="data:,"></head><body><main><h1>Harbour</h1>
<form method="post"><label>Who <input name="login"></label>
<button name="answer" value="yes">Log in at Harbour</button>
<button name="answer" value="no">Cancel</button></form></main></body></html>`;

/** A service people sign in with, on another site than the product. */
export type SignInService = {
  readonly origin: string;
  /** Settings that let the product offer it. */
  readonly env: Readonly<Record<string, string>>;
  /** Says which product may send people here; after that it answers. */
  knows(productUrl: string): void;
  stop(): Promise<void>;
};

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return new URLSearchParams(text);
}

type Interact = Parameters<typeof startOpenIdProvider>[0]['interact'];

async function answerPerson(
  provider: Parameters<Interact>[0],
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (req.method !== 'POST') {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return;
  }
  const form = await formOf(req);
  const accountId = form.get('login') ?? '';
  const answer =
    form.get('answer') === 'yes' ? { login: { accountId } } : { error: 'access_denied' };
  await provider.interactionFinished(req, res, answer);
}

/** Starts a complete OpenID provider with a page that asks who the user is. */
export async function startService(): Promise<SignInService> {
  const client = { clientId: 'candor', clientSecret: 'a-secret-between-the-two-of-us-0123456789' };
  const { url, open, stop } = await startOpenIdProvider({ ...client, interact: answerPerson });
  return {
    origin: url,
    env: {
      SOCIAL_HARBOUR_ISSUER: url,
      SOCIAL_HARBOUR_TITLE: 'Harbour',
      SOCIAL_HARBOUR_CLIENT_ID: client.clientId,
      SOCIAL_HARBOUR_CLIENT_SECRET: client.clientSecret,
    },
    knows: (productUrl) => open([new URL('/api/loginCallback/google', productUrl).href]),
    stop,
  };
}
