// A dozen small drawings; none of them stands without a word beside it.
import type { ComponentChildren } from "preact";

function Icon({ children, size = 16 }: { children: ComponentChildren; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
      {children}
    </svg>
  );
}

export const IconInfo = () => <Icon><circle cx="8" cy="8" r="6.5" /><path d="M8 7.2v4M8 4.6v.2" stroke-linecap="round" /></Icon>;
export const IconCross = () => <Icon><circle cx="8" cy="8" r="6.5" /><path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" /></Icon>;
export const IconWarn = () => <Icon><path d="M8 1.8 15 14H1z" stroke-linejoin="round" /><path d="M8 6.4v3.4M8 11.8v.2" stroke-linecap="round" /></Icon>;
export const IconClock = () => <Icon size={12}><circle cx="8" cy="8" r="6.4" /><path d="M8 4.4V8l2.4 1.6" /></Icon>;
export const IconCheck = () => <Icon size={12}><path d="m2.5 8.5 3.6 3.6 7.4-8" stroke-width="2.4" /></Icon>;
export const IconLost = () => <Icon size={12}><path d="m3.5 3.5 9 9m0-9-9 9" stroke-width="2.4" /></Icon>;
export const IconPush = () => <Icon size={12}><path d="M3 5.5h10M3 10.5h10" stroke-width="2.4" /></Icon>;

export const Mark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20.2 7a9.4 9.4 0 1 0 0 10" fill="none" stroke="currentColor" stroke-width="4.4" />
    <circle cx="12.4" cy="12" r="3.1" fill="currentColor" />
  </svg>
);
