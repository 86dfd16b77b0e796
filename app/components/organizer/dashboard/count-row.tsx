import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { DownloadLink } from '~/components/shell/download-link';
import { Icon } from '~/components/ui/icon';
import { useSetting } from './use-setting';
import type { CountView } from './dashboard-views';

/**
 * The count of the votes: closing voting by hand, and the result once they are counted (rule `result.frozen`).
 * @param counted when they were counted, formatted
 */
export function CountRow({ count, counted }: { count: CountView; counted: string | null }) {
  const { t } = useTranslation('organizer');
  if (counted === null) {
    return (
      <div className="setting-row">
        <div className="min-w-44 flex-1">
          <p className="name">{t('result.title')}</p>
          <p className="text-sm text-ink-soft">
            {t(count.isOver ? 'result.counts' : 'result.close_hint')}
          </p>
        </div>
        <DialogLink className="button quiet slim" to={organizerPaths.eventCloseVoting()}>
          <Icon name="lock" />
          {t('result.close')}
        </DialogLink>
      </div>
    );
  }
  return (
    <div className="setting-row">
      <div className="grid w-full gap-1">
        <p className="name">{t('result.counted', { time: counted })}</p>
        {count.changed && <p className="text-sm">{count.changed}</p>}
        <p className="text-sm text-ink-soft">
          {t(count.isOver ? 'result.reopen_later' : 'result.close_again')}
        </p>
        <p className="text-xs break-all text-ink-soft">
          {t('result.digest', { digest: count.digest })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DownloadLink to={organizerPaths.resultFile()} className="quiet slim">
          {t('result.download')}
        </DownloadLink>
        {!count.isOver && <ReopenForm />}
      </div>
    </div>
  );
}

/** Opens voting again. The line beside it warns that this discards the result. */
function ReopenForm() {
  const { t } = useTranslation('organizer');
  const { submit } = useSetting(organizerPaths.eventVoting());
  return (
    <Form method="post" action={organizerPaths.eventVoting()} onSubmit={submit}>
      <input type="hidden" name="votingEnabled" value="true" />
      <button className="button quiet slim" type="submit">
        <Icon name="refresh" />
        {t('result.reopen')}
      </button>
    </Form>
  );
}
