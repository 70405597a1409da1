// What a user of PhysX's controllers implements in C++: the report of hits, and the choice what a character rides on.
// The classes have the virtual functions of PxUserControllerHitReport and PxControllerBehaviorCallback in their order, and so
// their layout by the compiler that builds PhysX too. The flags are returned as PxFlags is: a class with a copy constructor.

namespace {

struct Flags {
    explicit Flags(unsigned char bits) : bits(bits) {}
    Flags(const Flags &other) : bits(other.bits) {}
    unsigned char bits;
};

class HitReport {
public:
    virtual void onShapeHit(const void *hit) = 0;
    virtual void onControllerHit(const void *hit) = 0;
    virtual void onObstacleHit(const void *hit) = 0;

protected:
    virtual ~HitReport() {}
};

// The types of the arguments are other classes' in PhysX; the order of overloads is what counts.
struct Shape;
struct Actor;
struct Controller;
struct Obstacle;

class Behavior {
public:
    virtual Flags getBehaviorFlags(const Shape &shape, const Actor &actor) = 0;
    virtual Flags getBehaviorFlags(const Controller &controller) = 0;
    virtual Flags getBehaviorFlags(const Obstacle &obstacle) = 0;

protected:
    virtual ~Behavior() {}
};

class Hits final : public HitReport {
public:
    Hits(void (*record)(void *, const void *), void *user) : record(record), user(user) {}
    void onShapeHit(const void *hit) override { record(user, hit); }
    void onControllerHit(const void *) override {}
    void onObstacleHit(const void *) override {}

private:
    void (*record)(void *, const void *);
    void *user;
};

class Rides final : public Behavior {
public:
    // eCCT_CAN_RIDE_ON_OBJECT
    Flags getBehaviorFlags(const Shape &, const Actor &) override { return Flags(1); }
    Flags getBehaviorFlags(const Controller &) override { return Flags(0); }
    Flags getBehaviorFlags(const Obstacle &) override { return Flags(1); }
};

Rides rides;

} // namespace

extern "C" {

void *clipmark_physx_hits(void (*record)(void *, const void *), void *user) {
    return static_cast<HitReport *>(new Hits(record, user));
}

void clipmark_physx_hits_delete(void *hits) { delete static_cast<Hits *>(static_cast<HitReport *>(hits)); }

void *clipmark_physx_rides() { return static_cast<Behavior *>(&rides); }
}
