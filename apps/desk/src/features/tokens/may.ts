import { DESK_CALLS } from '@candor/protocol/desk-light';
import { hasRole, useMember } from '../../lib/session.ts';

/** What the member may do with tokens, as the calls declare it. */
export function useTokenRights() {
  const member = useMember();
  const may = (name: keyof typeof DESK_CALLS): boolean => hasRole(member, DESK_CALLS[name].roles);
  return {
    look: may('tokens.get'),
    bringPictures: may('tokens.picture'),
    propose: may('tokens.propose'),
    deliver: may('tokens.propose-delivery'),
    payOut: may('tokens.propose-payout'),
    seeCreators: may('tokens.creators'),
    payCreators: may('tokens.propose-creator-payout'),
  };
}
