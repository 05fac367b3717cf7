import type { UploadPurpose } from '@candor/protocol/light';
import { type CallAnswer, type Send, call } from './http.ts';

/** Told how much of a picture has left, from 0 to 1. */
export type OnProgress = (share: number) => void;

/**
 * Sends as `fetch` does and says how far it is, which `fetch` cannot. Only a form is sent so: no
 * other call is long on its way.
 */
const sendBy =
  (onProgress: OnProgress): Send =>
  (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status })),
      );
      for (const failed of ['error', 'abort', 'timeout'] as const) {
        request.addEventListener(failed, () => reject(new TypeError(failed)));
      }
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });

/** Sends a picture and says how far it is; a token that ended is renewed as for any call. */
export function uploadPicture(
  picture: { readonly purpose: UploadPurpose; readonly file: Blob },
  options: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<CallAnswer<'files.upload'>> {
  const form = new FormData();
  // Fields first: the server reads a form in its order.
  form.set('purpose', picture.purpose);
  // No name: what a picture is called on a user's machine is private.
  form.set('file', picture.file, 'picture');
  const { signal, onProgress } = options;
  return call('files.upload', { form, signal, send: sendBy(onProgress) });
}

/** Brings a picture to a visitor's conversation. */
export function uploadVisitorPicture(
  visit: { readonly id: string; readonly token: string; readonly file: File },
  options: { readonly onProgress: OnProgress; readonly signal: AbortSignal },
): Promise<CallAnswer<'support.upload'>> {
  const form = new FormData();
  form.set('file', visit.file, 'picture');
  const { signal, onProgress } = options;
  const { id, token: visitorToken } = visit;
  const send = sendBy(onProgress);
  return call('support.upload', { params: { id }, form, visitorToken, signal, send });
}
