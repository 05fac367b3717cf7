import type { Layout } from '@candor/ui';
import { PATHS } from '../lib/paths.ts';

/** Which parts of the frame a page has. */
export type FrameParts = {
  /** Band and top bar. */
  readonly navigation: boolean;
  /** Footer on desktop, tab bar on mobile. */
  readonly foot: boolean;
  /** Log-in and sign-up buttons for visitors. */
  readonly access: boolean;
  /** The page fills the window and scrolls inside; nothing stands under it. */
  readonly workspace: boolean;
};

/** A flow with one action, which stands at the lower edge of a phone. @source PRODUCT 15 */
const isFlow = (path: string): boolean => path === PATHS.identity || path === PATHS.loanApply;

/** The frame's parts for an address. @source seed §2, PRODUCT 15 */
export function frameOf(address: string, layout: Layout): FrameParts {
  // An address may end with a stroke, as people write it.
  const path = address.length > 1 ? address.replace(/\/+$/, '') : address;
  const isFullScreen = path.startsWith('/api/loginCallback/') || path === PATHS.support;
  const isAccess = path.startsWith('/pass/');
  const isTrading = path === PATHS.market || path === PATHS.detail;
  const isDetailOnPhone = layout === 'mobile' && path === PATHS.detail;
  return {
    navigation: !isFullScreen,
    foot: !isFullScreen && !isAccess && !isFlow(path) && !isDetailOnPhone,
    access: !isAccess,
    workspace: layout === 'desktop' && isTrading,
  };
}
