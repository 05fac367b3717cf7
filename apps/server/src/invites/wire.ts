import { createInvitations } from '../accounts/index.ts';
import type { Host } from '../platform/host.ts';
import { createInvites } from './index.ts';
import { inviteRoutes } from './routes.ts';

/** Opens invites in a process. */
export function wireInvites(host: Host): void {
  const invitations = createInvitations(host.db);
  host.addRoutes(inviteRoutes(createInvites({ invitations, pagesAt: host.pagesAt })));
}
