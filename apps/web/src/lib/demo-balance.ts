import { useCall } from './use-call.ts';

/** Practice money a demo account opens with, decimal text; null while it is not known. */
export function useDemoBalance(): string | null {
  const { value } = useCall('transparency.statistics');
  return value?.find((statistic) => statistic.key === 'demoBalance')?.value ?? null;
}
