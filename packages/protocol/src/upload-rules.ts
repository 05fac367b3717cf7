/** What a picture is for. @source WIRE 3 "Files" */
export const UPLOAD_PURPOSES = [
  'kycFront',
  'kycBack',
  'kycHolding',
  'kycAddress',
  'signature',
  'proof',
  'support',
] as const;

/** What a picture is for. */
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** Largest picture that is taken unless the operator says otherwise. @units bytes @source seed §5 "image size cannot exceed 2 MB" */
export const UPLOAD_BYTES_MAX = 2 * 1024 * 1024;

/** The most `file.imageBytesMax` may ever be set to. @units bytes @source seed §9 "or 50 MB in another variant" */
export const UPLOAD_BYTES_CAP = 50 * 1024 * 1024;

/** Largest picture by its points: a small file can hold a picture that fills the memory. */
export const UPLOAD_PIXELS_MAX = 25_000_000;

/** Kinds of pictures that are taken, as a file chooser names them. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/jp2', 'image/jpx'] as const;
