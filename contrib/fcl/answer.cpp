// Answers questions of a box beside a turning solid by FCL's continuousCollide: when they meet first. Reads and writes lines.
//
// A question: the solid's 8 corners, its pose before and after (origin, quaternion w x y z), the body's half extents, its middle before
// and after. Corner i has the greater x, y, z where bit 0, 1, 2 of i is set. An answer: `free`, or `hit` and the progress.
#include <fcl/fcl.h>

#include <iomanip>
#include <iostream>
#include <memory>
#include <vector>

namespace {

using V = fcl::Vector3d;

V point(std::istream &in) {
    double x, y, z;
    in >> x >> y >> z;
    return V(x, y, z);
}

fcl::Transform3d pose(std::istream &in) {
    const V origin = point(in);
    double w, x, y, z;
    in >> w >> x >> y >> z;
    fcl::Transform3d out = fcl::Transform3d::Identity();
    out.linear() = fcl::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
    out.translation() = origin;
    return out;
}

fcl::Transform3d at(const V &place) {
    fcl::Transform3d out = fcl::Transform3d::Identity();
    out.translation() = place;
    return out;
}

}  // namespace

int main() {
    const std::vector<int> faces = {4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4, 4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};
    std::cout << std::setprecision(17);
    while (std::cin >> std::ws && std::cin.peek() != EOF) {
        auto corners = std::make_shared<std::vector<V>>();
        for (int i = 0; i < 8; ++i) corners->push_back(point(std::cin));
        const auto before = pose(std::cin), after = pose(std::cin);
        const V half = point(std::cin), from = point(std::cin), to = point(std::cin);
        if (!std::cin) {
            std::cerr << "a question is cut short\n";
            return 2;
        }
        const fcl::Convexd solid(corners, 6, std::make_shared<std::vector<int>>(faces));
        const fcl::Boxd body(half * 2);
        const fcl::ContinuousCollisionRequestd request(1000, 1e-6, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                       fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(&solid, before, after, &body, at(from), at(to), request, result);
        if (result.is_collide)
            std::cout << "hit " << result.time_of_contact << '\n';
        else
            std::cout << "free\n";
    }
}
