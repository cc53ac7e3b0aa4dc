package admit

import "sync"

// Room holds what is there at the same time, each with a weight, by key. Nobody waits before it: what doesn't fit is
// sent away. A limit of zero is none.
type Room struct {
	MostOfKey       int
	MostWeightOfKey int64
	MostWeight      int64           // of all keys
	Changed         func(all int64) // is told the weight of all keys; nil: nobody is

	mu  sync.Mutex
	of  map[string]*held
	all int64
}

// held is what is in the room with one key.
type held struct {
	number int
	weight int64
	turn   sync.Mutex
}

// Stay is a place in a room.
type Stay struct {
	room   *Room
	key    string
	weight int64
	with   *held
}

// Enter takes a place if there is room. Callers must leave.
func (r *Room) Enter(key string, weight int64) (stay Stay, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	with := r.of[key]
	if with == nil {
		with = &held{}
	}
	if r.MostOfKey > 0 && with.number >= r.MostOfKey || r.MostWeight > 0 && r.all+weight > r.MostWeight ||
		r.MostWeightOfKey > 0 && with.weight+weight > r.MostWeightOfKey {
		return Stay{}, false
	}
	if r.of == nil {
		r.of = map[string]*held{}
	}
	r.of[key] = with
	with.number++
	with.weight += weight
	r.count(weight)
	return Stay{r, key, weight, with}, true
}

// Lock waits until no other with the same key has the lock. Callers must unlock before they leave.
func (s Stay) Lock() { s.with.turn.Lock() }

// Unlock gives the lock to the next with the same key.
func (s Stay) Unlock() { s.with.turn.Unlock() }

// Leave gives the place up.
func (s Stay) Leave() {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	s.with.weight -= s.weight
	if s.with.number--; s.with.number == 0 {
		delete(s.room.of, s.key)
	}
	s.room.count(-s.weight)
}

func (r *Room) count(weight int64) {
	r.all += weight
	if r.Changed != nil {
		r.Changed(r.all)
	}
}
