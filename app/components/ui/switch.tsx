import type { ButtonHTMLAttributes } from 'react';

/** A button that turns something on or off. */
export function Switch({
  isOn,
  ...button
}: { isOn: boolean } & Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  | 'name'
  | 'value'
  | 'type'
  | 'onClick'
  | 'disabled'
  | 'aria-label'
  | 'aria-labelledby'
  | 'aria-describedby'
>) {
  return (
    <button
      {...button}
      className="relative flex min-h-touch cursor-pointer items-center rounded-full border-0 bg-transparent p-0 disabled:cursor-default disabled:opacity-50"
      role="switch"
      aria-checked={isOn}
    >
      <span
        className={`h-7.5 w-13 flex-none rounded-full forced-colors:border-2 forced-colors:border-[ButtonText] ${isOn ? 'bg-[#1d6644] inset-ring-[1.5px] inset-ring-ok/60' : 'bg-edge'}`}
      />
      <span
        className={`absolute left-[0.2rem] size-[1.475rem] rounded-full transition-transform duration-(--duration-calm) ease-settle forced-colors:border-2 forced-colors:border-[ButtonText] ${isOn ? 'translate-x-5.5 bg-[#ffe1a0] shadow-[0_0_10px_1px_#f6b73ccc]' : 'bg-[#fffaf2]'}`}
      />
    </button>
  );
}
