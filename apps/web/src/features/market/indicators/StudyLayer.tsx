import { DASH, useT } from '@candor/ui';
import { type ReactElement, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChartHandle } from '../chart/chart.ts';
import { readChosen } from './chosen.ts';
import { type StudyFigure, type StudyReading, createStudies } from './studies.ts';

/** Height of one row of the legend. @units pixels */
const ROW = 18;

/**
 * The chosen indicators on a chart: their lines, their legends with the figures at the cursor, and
 * the newest figures in a sentence.
 */
export function StudyLayer(props: {
  readonly chart: ChartHandle['open'];
  /** The chosen set as it is stored. */
  readonly chosen: string;
  /** Time of the bar under the cursor; null: the newest. */
  readonly time: number | null;
  /** Where the first legend over the candles may stand. @units pixels */
  readonly top: number;
  /** How many panes stand under the candles, and how far down legends reach. */
  readonly onSize: (size: { readonly panes: number; readonly legends: number }) => void;
}): ReactElement {
  const { chart, chosen, time, top, onSize } = props;
  const set = useMemo(() => readChosen(chosen), [chosen]);
  const studies = useMemo(() => createStudies(chart), [chart]);
  useSyncExternalStore(studies.subscribe, studies.version);
  useEffect(() => studies.show(set), [studies, set]);

  const panes = set.filter(({ indicator }) => indicator.place === 'pane').length;
  const legends = top + (set.length - panes) * ROW;
  useEffect(() => {
    onSize({ panes, legends });
    return () => onSize({ panes: 0, legends: top });
  }, [onSize, panes, legends, top]);

  const readings = studies.readings(time);
  const overlays = readings.filter((reading) => reading.place === 'price');
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-10 text-xs">
        {overlays.map((reading, index) => (
          <Legend key={reading.key} reading={reading} top={top + index * ROW} />
        ))}
        {readings
          .filter((reading) => reading.place === 'pane')
          .map((reading) => (
            <Legend key={reading.key} reading={reading} top={reading.top + 4} />
          ))}
      </div>
      <Spoken readings={readings} />
    </>
  );
}

function Legend(props: { readonly reading: StudyReading; readonly top: number }): ReactElement {
  const { reading, top } = props;
  const t = useT();
  return (
    <p className="absolute start-5 end-16 flex h-[18px] gap-2.5 overflow-hidden" style={{ top }}>
      <span className="font-medium whitespace-nowrap text-ink-2">{reading.name}</span>
      {reading.figures.map((figure, index) => (
        <span key={index} className="flex items-center gap-1 whitespace-nowrap">
          {figure.kind === 'line' && <Stroke figure={figure} />}
          {figure.label !== null && <span className="text-ink-3">{t(figure.label)}</span>}
          <span className="num font-medium text-ink">{figure.text ?? DASH}</span>
        </span>
      ))}
    </p>
  );
}

/** The line as it is drawn, so that hue is not the only difference. */
function Stroke({ figure }: { readonly figure: StudyFigure }): ReactElement {
  const dashes = { solid: undefined, dashed: '4 3', dotted: '1.5 3' }[figure.dash];
  return (
    <svg viewBox="0 0 14 4" width={14} height={4} className="shrink-0">
      <path d="M0 2H14" stroke={figure.color} strokeWidth={2} strokeDasharray={dashes} />
    </svg>
  );
}

/** The newest figures for those who cannot see the lines. */
function Spoken({ readings }: { readonly readings: readonly StudyReading[] }): ReactElement | null {
  const t = useT();
  if (readings.length === 0) return null;
  const list = readings
    .map(({ name, figures }) => {
      const said = figures.map(({ label, text }) =>
        [label === null ? '' : t(label), text ?? t('common.missing')].join(' ').trim(),
      );
      return `${name}: ${said.join(', ')}`;
    })
    .join('; ');
  return <p className="sr-only">{t('indicators.spoken', { list })}</p>;
}
