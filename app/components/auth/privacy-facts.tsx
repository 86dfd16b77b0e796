import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '~/components/ui/icon';

const FACTS = [
  { name: 'privacy', icon: 'lock' },
  { name: 'tracking', icon: 'eye-off' },
  { name: 'storage', icon: 'server' },
  { name: 'moderation', icon: 'shield' },
] as const satisfies { name: string; icon: IconName }[];

/**
 * The landing page's info panel: privacy, no tracking, photo storage, moderator tools.
 * @param hosting the text about where photos are stored
 */
export function PrivacyFacts({ hosting }: { hosting: string }) {
  const { t } = useTranslation('landing');
  return (
    <section className="card" aria-label={t('facts.label')}>
      <ul className="grid gap-0.5">
        {FACTS.map(({ name, icon }) => (
          <li
            key={name}
            className="flex gap-3 border-t border-line py-3 text-sm first:border-0 first:pt-0 last:pb-0"
          >
            <Icon name={icon} />
            <span>
              <strong className="block text-base/[1.45]">
                {name === 'storage' ? hosting : t(`facts.${name}_title`)}
              </strong>
              {t(`facts.${name}_text`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
