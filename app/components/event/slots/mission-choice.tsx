import type { MissionOffer } from '~/components/event/missions/mission-offer';
import type { Chosen, ChosenList } from './chosen-photos';

/**
 * Says that the photo in front was taken for a mission; without scripts, the first one, or all if any number may be
 * for it. There the browser itself lets one of several be chosen at most, and of two that are chosen from the start it
 * takes the later.
 */
export function MissionChoice({
  mission: { id, label, isChosen },
  chosen,
  photo,
  form,
  isSole = false,
  isOneOf = false,
}: {
  mission: MissionOffer;
  chosen: ChosenList;
  photo: Chosen | undefined;
  form: string;
  /** Whether one photo at most is for it. */
  isSole?: boolean;
  /** Whether there are others. */
  isOneOf?: boolean;
}) {
  return (
    <label className="choice">
      <input
        type={isOneOf && !photo ? 'radio' : 'checkbox'}
        name="missionId"
        value={id}
        form={form}
        {...(photo
          ? {
              checked: photo.missionId === id,
              onChange() {
                const isOn = photo.missionId !== id;
                chosen.assign(photo.id, isOn ? id : undefined, { isSole: isOn && isSole });
              },
            }
          : { defaultChecked: isChosen })}
        key={photo ? 'photo' : 'form'}
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
