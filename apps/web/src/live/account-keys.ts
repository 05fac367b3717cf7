/** Names under which answers about an account, its invitations and its cases are kept; most visits ask for none. */
export const accountKeys = {
  sessions: () => ['accounts.list-sessions'] as const,
  security: () => ['accounts.security'] as const,
  logins: (page: number) => ['accounts.list-logins', page] as const,
  accessLog: (page: number) => ['accounts.access-log', page] as const,
  dataCopy: (id: string) => ['accounts.exported-data', id] as const,
  limits: () => ['accounts.limits'] as const,
  pauses: () => ['accounts.pauses'] as const,
  socialIssuers: () => ['accounts.social-issuers'] as const,
  socialKeys: () => ['accounts.social-keys'] as const,
  invite: () => ['invites.get'] as const,
  ownCases: (page: number) => ['cases.mine', page] as const,
  invited: (page: number) => ['invites.list', page] as const,
};
