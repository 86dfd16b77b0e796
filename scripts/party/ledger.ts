/** A photo that the server said it has. */
export interface LedgerPhoto {
  id: number;
  userId: number;
  userName: string;
  position: number;
  imageUrl: string;
  /** ISO instant, as the server gave it. */
  createdAt: string;
}

export interface RankedPhoto extends LedgerPhoto {
  stars: number;
}

/**
 * The party's own books: what the server acknowledged, kept apart from it, so that at the end its
 * figures can be compared with ours.
 */
export class Ledger {
  readonly #photos = new Map<number, LedgerPhoto>();
  /** Photo ids by the member who starred them. */
  readonly #stars = new Map<number, Set<number>>();

  get photos(): LedgerPhoto[] {
    return [...this.#photos.values()];
  }

  /** Stars given by everybody together. */
  get totalStars(): number {
    return [...this.#stars.values()].reduce((sum, held) => sum + held.size, 0);
  }

  addPhoto(photo: LedgerPhoto): void {
    this.#photos.set(photo.id, photo);
  }

  /** A removed photo takes its stars with it (rule `photos.deletion`); gives those who lost one. */
  removePhoto(photoId: number): number[] {
    this.#photos.delete(photoId);
    return [...this.#stars].filter(([, held]) => held.delete(photoId)).map(([userId]) => userId);
  }

  addStar(userId: number, photoId: number): void {
    const held = this.#stars.get(userId) ?? new Set<number>();
    this.#stars.set(userId, held.add(photoId));
  }

  removeStar(userId: number, photoId: number): void {
    this.#stars.get(userId)?.delete(photoId);
  }

  /** A member's photos, by slot. */
  photosOf(userId: number): LedgerPhoto[] {
    return this.photos
      .filter((photo) => photo.userId === userId)
      .sort((a, b) => a.position - b.position);
  }

  /** Photo ids a member has starred. */
  starsOf(userId: number): number[] {
    return [...(this.#stars.get(userId) ?? [])];
  }

  /** How many stars each photo has; photos without any are left out. */
  countStars(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const held of this.#stars.values()) {
      for (const photoId of held) counts.set(photoId, (counts.get(photoId) ?? 0) + 1);
    }
    return counts;
  }

  /** Photos with at least one star, by stars, then earlier upload (rule `ranking.order`). */
  ranking(limit: number): RankedPhoto[] {
    const counts = this.countStars();
    return this.photos
      .map((photo) => ({ ...photo, stars: counts.get(photo.id) ?? 0 }))
      .filter((photo) => photo.stars > 0)
      .sort(
        (a, b) =>
          b.stars - a.stars || Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id,
      )
      .slice(0, limit);
  }
}
