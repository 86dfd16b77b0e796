import type { i18n as I18n } from 'i18next';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile, type DownloadFailure, type WantedFile } from '~/browser/downloads/save-file';
import type { ToastMessage } from './toast';

// What a download link needs after a click. It is loaded only then, with its texts.

/** A download's progress: being prepared, or the bytes received, with the percent if the size is known. */
export type DownloadState = 'preparing' | { bytes: number; percent: number | null };

/** Saves a file and shows a toast with the result, except after a cancellation. */
export async function download(
  wanted: WantedFile,
  { i18n, toast }: { i18n: I18n; toast: (message: ToastMessage) => void },
): Promise<void> {
  const t = i18n.getFixedT(null, ['download', 'event', 'errors']);
  const textOf = (reason: DownloadFailure) => {
    if (reason === 'offline') return t('event:offline');
    return reason === 'broken_off' ? t('download:broken_off') : t(`errors:${reason}`);
  };
  try {
    const outcome = await saveFile(wanted);
    if (outcome.is === 'saved') toast({ tone: 'ok', title: t('done'), text: outcome.name });
    if (outcome.is === 'failed') {
      toast({ tone: 'bad', title: t('failed'), text: textOf(outcome.reason) });
    }
  } catch (error) {
    if (!wanted.signal.aborted) throw error;
  }
}

/** The label of a link whose file is being downloaded. */
export function DownloadLabel({ state }: { state: DownloadState }) {
  const { t, i18n } = useTranslation('download');
  if (state === 'preparing') return t('preparing');
  if (state.percent !== null) return t('receiving', { percent: String(state.percent) });
  if (state.bytes === 0) return t('receiving_on');
  const megabytes = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  const size = new Intl.NumberFormat(i18n.language, megabytes).format(state.bytes / 1_000_000);
  return t('receiving_bytes', { size });
}

/** The progress bar below the link, and the cancel button. */
export function DownloadProgress({
  state,
  onCancel,
}: {
  state: DownloadState;
  onCancel: () => void;
}) {
  const { t } = useTranslation('download');
  const percent = state === 'preparing' ? 0 : state.percent;
  return (
    <>
      <button className="button quiet" type="button" onClick={onCancel}>
        {t('cancel')}
      </button>
      <div
        className={`progress-bar col-span-full h-1 ${percent === null ? 'endless' : ''}`}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuenow={percent ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        style={{ '--v': `${percent ?? 0}%` } as CSSProperties}
      />
      <span className="sr-only" role="status">
        {state === 'preparing' ? t('preparing') : t('receiving_on')}
      </span>
    </>
  );
}
