/** A screen's title on laptops. On phones the header shows it. */
export function ScreenHead({ title }: { title: string }) {
  return <h1 className="mb-6 hidden laptop:block">{title}</h1>;
}
