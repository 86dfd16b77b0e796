import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Linked } from '~/models/event/door';
import { invitationPaths } from '~/invitation-paths';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { PrintForm, type PrintView } from './print-form';
import { QrCode, type QrView } from '~/components/ui/qr-code';
import { shareNatively } from '~/components/shell/share-button';
import { toast } from '~/components/shell/toast';
import { Icon, type IconName } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { DialogHead } from '~/components/dialogs/dialog-page';

export interface InviteView {
  link: Linked;
  eventName: string;
  /** The day of the party, formatted. */
  day: string;
  /** The URL in code and link (rule `invitation.link`). */
  joinUrl: string;
  qr: QrView;
  mail: { subject: string; body: string };
  print: PrintView;
}

/** The ways to invite: a code to show, a link to send, paper for tables. */
export function InviteDialog({ view }: { view: InviteView }) {
  const { t } = useTranslation('invitation');
  const { link, eventName, qr } = view;
  const papers: { to: string; icon: IconName; label: string }[] = [
    {
      to: invitationPaths.page(link, { show: 'code' }),
      icon: 'qr',
      label: t('code_large'),
    },
    { to: invitationPaths.page(link), icon: 'file', label: t('invite.look') },
    { to: invitationPaths.code(link, 'png'), icon: 'download', label: t('code_png') },
    { to: invitationPaths.code(link, 'svg'), icon: 'download', label: t('code_svg') },
  ];
  return (
    <div className="grid gap-4">
      <DialogHead closeTo={paths.home('profile')} />
      <p className="text-ink-soft">{t('invite.text')}</p>
      <QrCode qr={qr} label={t('qr_label', { event: eventName })} />
      <InviteLink view={view} />
      <section className="grid gap-3 border-t border-line pt-4">
        <h2 className="m-0 text-lg">{t('print.title')}</h2>
        <p className="text-sm text-ink-soft">
          {t('invite.day', { day: view.day })}{' '}
          <DialogLink to={organizerPaths.eventEdit()}>{t('invite.change_day')}</DialogLink>
        </p>
        <PrintForm link={link} view={view.print} />
      </section>
      <ul className="border-t border-line pt-2">
        {papers.map((paper) => (
          <Paper key={paper.to} {...paper} />
        ))}
      </ul>
    </div>
  );
}

/** The link, to select; with scripts also to copy and to share. */
function InviteLink({ view: { joinUrl, eventName, mail } }: { view: InviteView }) {
  const { t } = useTranslation(['invitation', 'auth']);
  const isHydrated = useHydrated();
  const id = useId();

  async function copy() {
    try {
      await navigator.clipboard.writeText(joinUrl);
      toast({ tone: 'ok', title: t('auth:share.copied'), text: t('auth:share.copied_text') });
    } catch {
      toast({ tone: 'bad', title: t('auth:share.copy_failed') });
    }
  }

  return (
    <div className="grid gap-3">
      <div className="field">
        <label className="label" htmlFor={id}>
          {t('invite.link')}
        </label>
        <div className="flex items-center gap-3">
          <input
            className="input min-w-0 flex-1"
            id={id}
            readOnly
            value={joinUrl}
            onFocus={(event) => event.currentTarget.select()}
          />
          {isHydrated && (
            <button className="button" type="button" onClick={copy}>
              {t('invite.copy')}
            </button>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isHydrated && 'share' in navigator && (
          <button
            className="button quiet min-w-0 flex-1"
            type="button"
            onClick={() => shareNatively({ title: eventName, text: mail.subject, url: joinUrl })}
          >
            <Icon name="share" />
            {t('invite.share')}
          </button>
        )}
        <a className="button quiet min-w-0 flex-1" href={paths.mail(mail)}>
          <Icon name="mail" />
          {t('invite.mail')}
        </a>
      </div>
    </div>
  );
}

function Paper({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  const { t } = useTranslation('invitation');
  return (
    <li>
      <a className="link w-full" href={to} target="_blank" rel="noreferrer">
        <Icon name={icon} />
        {label}
        <span className="sr-only">{t('new_tab')}</span>
      </a>
    </li>
  );
}
