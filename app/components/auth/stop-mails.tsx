import { AuthPage } from './hero';
import { LinkExpired, LinkStep } from './open-event';

/** What a link ends, and its button, as text. */
export interface StopView {
  text: string;
  label: string;
  busyLabel: string;
}

/**
 * The page of a link that ends mails, with its one button.
 * @param props.view null if the link is not valid
 */
export function StopMails({ title, view }: { title: string; view: StopView | null }) {
  return (
    <AuthPage>
      {view ? (
        <LinkStep title={title} label={view.label} busyLabel={view.busyLabel}>
          {view.text}
        </LinkStep>
      ) : (
        <LinkExpired />
      )}
    </AuthPage>
  );
}
