import type { Translate } from '@candor/locales';
import { toast } from '@candor/ui';

/** Puts a text where it can be pasted from, and says whether that worked. */
export async function copyText(text: string, t: Translate): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: t('message.copy-done') });
  } catch {
    toast({ title: t('message.copy-failed') });
  }
}
