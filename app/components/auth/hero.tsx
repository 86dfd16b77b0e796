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
  sky = <MiniPrints />,
  above,
  children,
}: {
  sky?: ReactNode;
  /** A line above everything else. */
  above?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="auth">
      <SkipLink />
      <header className="hero on-night">
        {above}
        <div className="bar">
          <Brand to={paths.auth()} />
          <LanguageMenu />
        </div>
        <Lights />
        {sky}
      </header>
      <main className="enter" id="content">
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
      <p className="headline">{t('headline')}</p>
      <div className="stage">
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

function StagePlace({ place, children }: { place: 1 | 2 | 3; children: ReactNode }) {
  return (
    <div>
      <div className="print keep">
        <span className="shot">{children}</span>
      </div>
      <div className="step" aria-hidden="true">
        {place}
      </div>
    </div>
  );
}
