import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { LandingVideo } from './landing-video';
import { LanguageMenu } from '~/components/shell/language-menu';
import { MiniPrints } from '~/components/shell/mini-prints';
import confetti from '~/components/shell/pictures/confetti.webp';
import coupes from '~/components/shell/pictures/coupes.webp';
import { Lights } from '~/components/ui/lights';
import { Brand } from '~/components/ui/logo';
import { SkipLink } from '~/components/ui/skip-link';

/** The frame of screens outside an event: the evening sky above (on a laptop: beside) the form. */
export function AuthPage({
  sky = <MiniPrints className="pt-3 pb-6 laptop:m-auto laptop:scale-210" />,
  above,
  children,
}: {
  sky?: ReactNode;
  /** A line above everything else. */
  above?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="laptop:grid laptop:min-h-dvh laptop:grid-cols-[minmax(0,1.15fr)_minmax(26rem,1fr)]">
      <SkipLink />
      {/* Clips the tilted prints sideways; the language menu may hang out below. */}
      <header className="hero on-night @container/text relative overflow-x-clip text-on-night laptop:sticky laptop:top-0 laptop:flex laptop:h-dvh laptop:flex-col">
        {above}
        <div className="flex items-center justify-between px-gutter pt-1.5 pb-1 laptop:px-8 laptop:py-4">
          <Brand to={paths.auth()} />
          <LanguageMenu />
        </div>
        <Lights />
        {sky}
      </header>
      <main
        className="@container/text mx-auto grid max-w-120 gap-4.5 px-gutter pt-5 pb-10 laptop:w-full laptop:max-w-136 laptop:content-center laptop:px-8 laptop:py-12"
        id="content"
      >
        {children}
      </main>
    </div>
  );
}

/** The landing page's sky: a podium of three prints, with the video in first place. */
export function PodiumSky() {
  const { t } = useTranslation('landing');
  return (
    <>
      <p className="hidden font-display tracking-display text-balance laptop:mx-auto laptop:block laptop:max-w-136 laptop:px-8 laptop:pt-14 laptop:text-center laptop:text-hero">
        {t('headline')}
      </p>
      <div className="mx-auto grid max-w-112 grid-cols-[1fr_1.35fr_1fr]! items-end gap-2 px-4.5 pt-5 laptop:mt-auto laptop:w-full laptop:max-w-[38rem] laptop:gap-4">
        <StagePlace place={2}>
          <img src={coupes} alt="" width={480} height={640} />
        </StagePlace>
        <StagePlace place={1}>
          <LandingVideo />
        </StagePlace>
        <StagePlace place={3}>
          <img src={confetti} alt="" width={480} height={640} />
        </StagePlace>
      </div>
    </>
  );
}

const PLACES = {
  1: {
    printClassName:
      'shadow-[var(--shadow-lift),var(--shadow-glow)] [&_:is(img,video)]:object-[52%_60%]',
    stepClassName: 'h-21 bg-linear-to-b/srgb from-[#ffd887] to-[#f6b73c]',
  },
  2: { printClassName: '-rotate-4', stepClassName: 'h-15 bg-[#fdf4e7]' },
  3: { printClassName: 'rotate-3', stepClassName: 'h-11 bg-[#e0a177]' },
};

function StagePlace({ place, children }: { place: 1 | 2 | 3; children: ReactNode }) {
  const { printClassName, stepClassName } = PLACES[place];
  return (
    <div>
      <div className={`print keep p-1.25 laptop:p-2 ${printClassName}`}>
        <span className="shot aspect-3/4">{children}</span>
      </div>
      <div
        className={`mt-2 rounded-t-sm pt-2 text-center font-display text-2xl/none text-[#10282f] laptop:text-4xl/none ${stepClassName}`}
        aria-hidden="true"
      >
        {place}
      </div>
    </div>
  );
}
