import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { instanceFor } from '~/i18n/i18n.server';
import { useFailureText } from './upload-failure';

function Reason({ of }: { of: string }) {
  return useFailureText()(of);
}

it.each([
  ['offline', 'Cannot perform this action while offline'],
  ['file_too_large', 'This file is too large: 25 MB at most'],
  ['unknown', 'Unknown error occurred'],
  ['no code of ours', 'Unknown error occurred'],
])('a failed upload gives the reason: %s', async (failure, words) => {
  const i18n = await instanceFor('en');
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Reason of={failure} />
    </I18nextProvider>,
  );
  expect(html).toBe(words);
});
