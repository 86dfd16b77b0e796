import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { useHydrated } from '~/components/ui/use-hydrated';
import { shareNatively } from '~/components/shell/share-button';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { toast } from '~/components/shell/toast';
import { CO_ORGANIZERS_MAX } from '~/models/event/co-organizers';
import { Person } from './people';

/** The co-organizers of an event, and its unused links. */
export interface CoOrganizersView {
  people: { id: number; name: string; email: string; since: string }[];
  /** Null for a co-organizer, who can change nothing here. */
  links: { id: number; until: string }[] | null;
}

/** A new link; it is shown once. */
export interface NewLink {
  url: string;
  until: string;
}

/** The people who organize with the organizer, and the form for a link (rules `co-organizers.…`). */
export function CoOrganizers({ view, made }: { view: CoOrganizersView; made: NewLink | null }) {
  const { t } = useTranslation('organizer');
  const { people, links } = view;
  if (links === null && people.length === 0) return null;
  const isFull = people.length + (links?.length ?? 0) >= CO_ORGANIZERS_MAX;
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3" id="co-organizers">
      <div>
        <h2>{t('co_organizers.title')}</h2>
        <p className="text-ink-soft">
          {t(links === null ? 'co_organizers.text_other' : 'co_organizers.text')}
        </p>
      </div>
      {people.length > 0 && (
        <ul>
          {people.map((person) => (
            <Person key={person.id}>
              <div className="min-w-0 flex-1 py-2">
                <p className="font-bold wrap-anywhere">
                  <bdi>{person.name}</bdi>
                </p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  <bdi>{person.email}</bdi> · {t('co_organizers.since', { day: person.since })}
                </p>
                {links !== null && <EndForm {...person} />}
              </div>
            </Person>
          ))}
        </ul>
      )}
      {made && <MadeLink {...made} />}
      {links !== null && links.length > 0 && <OpenLinks links={links} />}
      {links !== null && (isFull ? <p>{t('co_organizers.full')}</p> : <InviteForm />)}
    </section>
  );
}

/** The question before a person stops organizing, folded into the person's line. */
function EndForm({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('organizer');
  const isPending = useNavigation().formData?.get('coOrganizerId') === String(id);
  return (
    <details className="mt-1">
      <summary
        className="inline-flex min-h-touch cursor-pointer items-center text-sm underline"
        aria-label={t('co_organizers.end_one', { name })}
      >
        {t('co_organizers.end')}
      </summary>
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-2"
        method="post"
        action={organizerPaths.participants()}
      >
        <p className="text-sm">{t('co_organizers.end_text')}</p>
        <input type="hidden" name="coOrganizerId" value={id} />
        <SubmitButton
          className="danger slim justify-self-start"
          name="intent"
          value="end-co-organizer"
          pending={isPending}
          label={t('co_organizers.end_now')}
        />
      </Form>
    </details>
  );
}

function InviteForm() {
  const { t } = useTranslation('organizer');
  const isPending = useNavigation().formData?.get('intent') === 'invite-co-organizer';
  return (
    <Form method="post" action={`${organizerPaths.participants()}#co-organizers`}>
      <SubmitButton
        className="quiet"
        icon="plus"
        name="intent"
        value="invite-co-organizer"
        pending={isPending}
        label={t('co_organizers.invite')}
      />
    </Form>
  );
}

/** The new link, to copy or share; it has the focus. It is never shown again. */
function MadeLink({ url, until }: NewLink) {
  const { t } = useTranslation('organizer');
  const isHydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);

  // The button that created it was disabled meanwhile, and so has lost the focus.
  useEffect(() => field.current?.focus(), [url]);

  async function share() {
    if (await shareNatively({ title: t('co_organizers.title'), url })) return;
    try {
      await navigator.clipboard.writeText(url);
      toast({ tone: 'ok', title: t('co_organizers.copied') });
    } catch {
      toast({ tone: 'bad', title: t('co_organizers.copy_failed') });
    }
  }

  return (
    <Note role="status" icon="key" title={t('co_organizers.made')}>
      {t('co_organizers.made_text', { day: until })}
      <label className="field mt-2">
        <span className="label">{t('co_organizers.link')}</span>
        <input
          ref={field}
          className="input"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      {isHydrated && (
        <button className="button quiet slim mt-2" type="button" onClick={share}>
          <Icon name="share" />
          {t('co_organizers.share')}
        </button>
      )}
    </Note>
  );
}

function OpenLinks({ links }: { links: { id: number; until: string }[] }) {
  const { t } = useTranslation('organizer');
  const pending = useNavigation().formData?.get('linkId');
  return (
    <ul>
      {links.map(({ id, until }) => (
        <Person key={id}>
          <p className="min-w-0 flex-1 py-2">{t('co_organizers.open_link', { day: until })}</p>
          <Form method="post" action={organizerPaths.participants()}>
            <input type="hidden" name="linkId" value={id} />
            <SubmitButton
              className="quiet slim"
              name="intent"
              value="withdraw-link"
              pending={pending === String(id)}
              aria-label={t('co_organizers.withdraw_one', { day: until })}
              label={t('co_organizers.withdraw')}
            />
          </Form>
        </Person>
      ))}
    </ul>
  );
}
