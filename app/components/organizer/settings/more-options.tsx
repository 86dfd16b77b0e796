import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/** The section 'More options'. Opens by itself if an option is in use or has an error. */
export function MoreOptions({
  opensAtFirst,
  wrong,
  children,
}: {
  opensAtFirst: boolean;
  /** The names of fields with errors, as one string. */
  wrong: string;
  children: ReactNode;
}) {
  const { t } = useTranslation(['auth', 'create']);
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(opensAtFirst || wrong !== '');

  useEffect(() => {
    if (wrong === '' || !details.current || details.current.open) return;
    details.current.open = true;
    const form = details.current.closest('form');
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  return (
    <details
      ref={details}
      className="group"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="link cursor-pointer">
        {t('create:more')}
        <Icon name="chevron-down" className="group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-4">{children}</div>
    </details>
  );
}
