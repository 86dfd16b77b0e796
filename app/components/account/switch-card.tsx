import { PostForm } from '~/components/ui/post-form';
import { Switch } from '~/components/ui/switch';
import { paths } from '~/paths';
import type { SwitchView } from './account-views';

/** A switch on its own card, which is also shown once the event has ended. */
export function SwitchCard({
  id,
  action,
  field,
  view,
}: {
  id: string;
  /** The URL that it posts to, and the name of the field with the new value. */
  action: string;
  field: string;
  view: SwitchView;
}) {
  return (
    <section className="card" id={id}>
      <h2>{view.title}</h2>
      <PostForm className="flex items-center gap-4" action={action}>
        <div className="min-w-0 flex-1">
          <p className="font-bold" id={`${id}-label`}>
            {view.label}
          </p>
          <p className="mt-1 text-sm wrap-anywhere text-ink-soft" id={`${id}-hint`}>
            {view.hint}
          </p>
        </div>
        <input type="hidden" name="next" value={paths.settings()} />
        <Switch
          isOn={view.isOn}
          name={field}
          value={String(!view.isOn)}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
        />
      </PostForm>
    </section>
  );
}
