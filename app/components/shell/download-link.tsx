import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlainClick } from '~/components/dialogs/dialog-link';
import type * as progress from './download-progress';
import { toast } from './toast';
import { Icon, type IconName } from '~/components/ui/icon';

/** A download in progress. Its components and texts are loaded first, if necessary. */
interface Running {
  parts: typeof progress | null;
  state: progress.DownloadState;
  abort: AbortController;
}

/**
 * A link that downloads a file. With scripts it shows the progress, can cancel, and says why a download
 * failed. A second click during a download does nothing.
 * @param className the style of the button
 * @param shortcut the organizer's key that presses it (rule `desk.keys`)
 */
export function DownloadLink({
  to,
  icon = 'download',
  className = 'quiet w-full justify-start text-left',
  shortcut,
  children,
}: {
  to: string;
  icon?: IconName;
  className?: string;
  shortcut?: string;
  children: ReactNode;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const { running, start } = useDownload(to);
  const parts = running?.parts;

  function press(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void start();
  }
  function cancel() {
    running?.abort.abort();
    link.current?.focus();
  }

  return (
    <div className="grid max-w-full content-start gap-2 has-[>.progress-bar]:grid-cols-[minmax(0,1fr)_auto]">
      <a
        ref={link}
        className={`button aria-disabled:tabular-nums ${className}`}
        href={to}
        onClick={press}
        aria-disabled={running ? true : undefined}
        aria-keyshortcuts={shortcut}
      >
        {running ? <span className="spinner" /> : <Icon name={icon} />}
        {running && parts ? <parts.DownloadLabel state={running.state} /> : children}
      </a>
      {running && parts && <parts.DownloadProgress state={running.state} onCancel={cancel} />}
    </div>
  );
}

function useDownload(url: string) {
  const { t, i18n } = useTranslation('event');
  const [running, setRunning] = useState<Running | null>(null);

  async function start() {
    if (running) return;
    const abort = new AbortController();
    setRunning({ parts: null, state: 'preparing', abort });
    try {
      const [parts] = await Promise.all([
        import('./download-progress'),
        i18n.loadNamespaces('download'),
      ]);
      setRunning({ parts, state: 'preparing', abort });
      const onProgress = (bytes: number, percent: number | null) =>
        setRunning({ parts, state: { bytes, percent }, abort });
      await parts.download({ url, onProgress, signal: abort.signal }, { i18n, toast });
    } catch {
      // Without its code this is a plain link, as without scripts.
      if (navigator.onLine) window.location.assign(url);
      else toast({ tone: 'bad', title: t('offline') });
    }
    setRunning(null);
  }

  return { running, start };
}
