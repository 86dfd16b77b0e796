import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';

/** A feed without photos: one blank print that asks for the first one, and leads where it is added. */
export function InvitingPrint({ to }: { to: string }) {
  const { t } = useTranslation('event');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-6 py-8 text-center">
      <h2>{t('feed.empty')}</h2>
      <DialogLink className="print keep w-56 max-w-full -rotate-2 no-underline" to={to}>
        <span className="shot grid aspect-4/5 place-items-center bg-linear-160/srgb from-[#ebe1d5] to-[#d8c8b5] text-[#6b5a49]">
          <Icon className="size-12" name="plus" />
        </span>
        <span className="px-1 pt-2 pb-1 font-semibold text-balance">{t('feed.empty_text')}</span>
      </DialogLink>
    </div>
  );
}
