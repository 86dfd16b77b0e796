import { LAPTOP, test } from './fixtures';
test('z', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: LAPTOP, language: 'en' });
  await page.goto('/create-event'); 
  await page.locator('summary').click();
  await page.getByLabel('Description').focus();
  for (let i=0;i<5;i++) { await page.keyboard.press('Tab');
   console.log(i, await page.evaluate(() => { const e=document.activeElement!; return [e.outerHTML.slice(0,60), e.matches(':focus-visible'), e.matches(':focus'), getComputedStyle(e).outline].join(' | ')}));
   await page.screenshot({path:`/tmp/e2e/date${i}.png`, clip:{x:300,y:350,width:700,height:450}});
  }
});
