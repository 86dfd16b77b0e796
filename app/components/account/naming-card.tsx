import { Switch } from '~/components/ui/switch';
import { PostForm } from '~/components/ui/post-form';
import { paths } from '~/paths';
import type { SettingsView } from './account-views';

const LABEL_ID = 'naming-label';
const HINT_ID = 'naming-hint';

/** The switch for one's first name on shared pictures of the podium (rule `share.names`). */
export function NamingCard({ naming }: { naming: NonNullable<SettingsView['naming']> }) {
  return (
    <section className="card" id="naming">
      <h2>{naming.title}</h2>
      <PostForm className="flex items-center gap-4" action={paths.naming()}>
        <div className="min-w-0 flex-1">
          <p className="font-bold" id={LABEL_ID}>
            {naming.label}
          </p>
          <p className="mt-1 text-sm text-ink-soft" id={HINT_ID}>
            {naming.hint}
          </p>
        </div>
        <input type="hidden" name="next" value={paths.settings()} />
        <Switch
          isOn={naming.isOn}
          name="named"
          value={String(!naming.isOn)}
          aria-labelledby={LABEL_ID}
          aria-describedby={HINT_ID}
        />
      </PostForm>
    </section>
  );
}
