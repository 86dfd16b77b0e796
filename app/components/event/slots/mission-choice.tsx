import type { MissionOffer } from '~/components/event/missions/mission-offer';
import type { Chosen, ChosenList } from './chosen-photos';

/**
 * Chooses whether the photo in front was taken for a mission; without scripts, the first photo, or all of them if any
 * number may be for it. Without scripts the browser itself allows at most one of several choices, and if two are chosen
 * from the start it takes the later one.
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
  /** Whether at most one photo is for it. */
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
