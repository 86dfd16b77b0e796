import { Link } from '@remix-run/react';
import { Bulb } from '~/components/ui/bulb';
import type { Toast } from './toast';

/** The words about a photo of one's own, with its print under a lit bulb; all of it is one link. */
export function ToastPrint({
  toast,
  print,
  onPress,
}: {
  toast: Toast;
  print: NonNullable<Toast['print']>;
  onPress: () => void;
}) {
  return (
    <Link
      className="flex min-w-0 flex-[1_1_min(6rem,65%)] items-center gap-4 py-2 text-on-night no-underline"
      to={print.to}
      onClick={onPress}
    >
      <span className="print keep relative w-18 flex-none p-1">
        <Bulb isLit />
        <span className="shot aspect-3/4">
          <img src={print.pictureUrl} alt="" decoding="async" />
        </span>
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <strong className="block text-lg/[1.25]">{toast.title}</strong>
        {toast.text && <bdi className="text-sm text-on-night-soft">{toast.text}</bdi>}
      </span>
    </Link>
  );
}
