import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { getInitialNamespaces } from 'remix-i18next/client';
import { startI18n } from '~/i18n/i18n.client';

void Promise.all([startI18n(getInitialNamespaces()), decodeData()]).then(([i18n]) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    );
  });
});

/**
 * Waits until Remix has decoded the page's data, which the first call of `RemixBrowser` begins and throws a promise
 * for. During hydration that promise would suspend the root. A key or a tap at that moment would throw React's error
 * 345 and could leave the page without scripts for good (`hydration.spec.ts`).
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}
