/** What a flow to a service and back is for. */
export type Purpose = 'login' | 'fresh' | 'link';

/** A flow as its taking answers it; it is gone then. */
export type FlowRow = {
  purpose: Purpose;
  service: string;
  redirect_uri: string;
  next: string | null;
  language: string;
  expires_at: number;
};

/** One service that opens an account. */
export type KeyRow = {
  id: string;
  issuer: string;
  linked_at: number;
};
