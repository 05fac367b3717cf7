import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, UnixMsNumber, queryInt } from './scalars.ts';
import { UPLOAD_BYTES_CAP, UPLOAD_PURPOSES } from './upload-rules.ts';

const none = z.strictObject({});
const byId = z.strictObject({ id: Id });

/** A picture that was taken, as it is kept: read, written anew, nothing of the file around it. */
export const UploadedFile = z.strictObject({
  fileId: Id,
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  /** SHA-256 of what is kept, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it is destroyed unless it was used for what it is for. */
  expiresAt: UnixMsNumber,
});
export type UploadedFile = z.infer<typeof UploadedFile>;

export const upload = endpoint({
  name: 'files.upload',
  summary:
    'Takes a picture (JPG, PNG or JPEG 2000, at most as many bytes as the parameter file.imageBytesMax says and 25 million points, 12 of JPEG 2000) and keeps it sealed.',
  origin: 'candor',
  method: 'POST',
  path: '/user/upload',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 20,
  body: z.strictObject({ purpose: z.enum(UPLOAD_PURPOSES) }),
  upload: {
    field: 'file',
    // Taken is less: what the parameter `file.imageBytesMax` says, 2 MB unless it was changed.
    bytesMax: UPLOAD_BYTES_CAP,
    tooLarge: 'image-size',
    brokenOff: 'upload-failed',
  },
  query: none,
  params: none,
  result: UploadedFile,
  failures: [
    'session-over',
    'too-many',
    'unreadable',
    'image-format',
    'image-size',
    'upload-failed',
    'limit-reached',
  ],
});

export const link = endpoint({
  name: 'files.link',
  summary: 'The address under which one’s own picture can be read for two minutes.',
  origin: 'candor',
  method: 'GET',
  path: '/user/fileLink/:id',
  access: 'session',
  mode: 'free',
  money: false,
  perMinute: 120,
  body: none,
  query: none,
  params: byId,
  result: z.strictObject({ url: z.string(), expiresAt: UnixMsNumber }),
  failures: ['session-over', 'too-many', 'unreadable', 'not-found'],
});

export const view = endpoint({
  name: 'files.view',
  summary:
    'The picture of a link that still holds, to be kept and not shown. Every view is logged.',
  origin: 'candor',
  method: 'GET',
  path: '/user/file/:id',
  access: 'public',
  mode: 'free',
  money: false,
  perMinute: 240,
  body: none,
  query: z.strictObject({
    until: queryInt(0, 8_640_000_000_000_000),
    seal: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  params: byId,
  result: none,
  file: 'image/*',
  failures: ['too-many', 'unreadable', 'not-found'],
});

export const remove = endpoint({
  name: 'files.remove',
  summary: 'Destroys a picture that was not used yet.',
  origin: 'candor',
  method: 'POST',
  path: '/user/removeFile/:id',
  access: 'session',
  mode: 'free',
  money: false,
  body: none,
  query: none,
  params: byId,
  result: none,
  failures: ['session-over', 'unreadable', 'not-found'],
});
