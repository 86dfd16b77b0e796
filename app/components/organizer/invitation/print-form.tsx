import { useTranslation } from 'react-i18next';
import type { Linked } from '~/models/event/door';
import type { Misprint } from '~/models/event/printed';
import { invitationPaths } from '~/invitation-paths';
import { CheckField } from '~/components/ui/field';
import { Icon } from '~/components/ui/icon';
import { SelectField } from '~/components/ui/select-field';
import { PAPERS, PRINTS } from './prints';

/** The choices for prints. */
export interface PrintView {
  /** The reader's usual paper. */
  paper: (typeof PAPERS)[number]['paper'];
  misprint: Misprint | null;
}

/** Chooses the print, the paper, and whether it shows the number of photos; a plain form that downloads. */
export function PrintForm({ link, view: { paper, misprint } }: { link: Linked; view: PrintView }) {
  const { t } = useTranslation('invitation');
  return (
    <form className="grid gap-3" action={invitationPaths.pdf({ ...link, code: null })} method="get">
      {link.code !== null && <input type="hidden" name="k" value={link.code} />}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <SelectField name="layout" label={t('print.what')}>
          <option value="page">{t('invite.page')}</option>
          {PRINTS.map(({ layout, label }) => (
            <option key={layout} value={layout}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <SelectField name="paper" label={t('print.paper')} defaultValue={paper}>
          {PAPERS.map((one) => (
            <option key={one.paper} value={one.paper}>
              {t(one.label)}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        name="number"
        value="none"
        label={t('print.no_number')}
        hint={t('print.no_number_hint')}
      />
      <MisprintLine misprint={misprint} />
      <button className="button w-full">
        <Icon name="download" />
        {t('download')}
      </button>
    </form>
  );
}

/** Warns that printed cards show another number of photos (rule `invitation.printed`). */
export function MisprintLine({ misprint }: { misprint: Misprint | null }) {
  const { t } = useTranslation('invitation');
  return misprint && <p className="text-sm">{t('misprint', { ...misprint })}</p>;
}
